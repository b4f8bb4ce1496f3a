"use client";

import { useQuery } from "@tanstack/react-query";
import { ListFilterPlus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { EFFECTS } from "@/domain/effect";
import { EVENT_CLASSES } from "@/domain/event-class";
import { type ExploreState, NARROWINGS, type Narrowing } from "@/lib/client/explore-params";
import { facetsQuery } from "@/lib/client/facets";
import type { FacetsAnswer } from "@/lib/contract/rates";
import { filterWords } from "./filter-words";
import type { SetExplore } from "./use-explore-keys";

type Props = { state: ExploreState; setState: SetExplore };

/** What narrows the chart beside the header, each to be taken away, and the way to add one. */
export function ExploreFilters({ state, setState }: Props) {
  const set = NARROWINGS.flatMap((name) => state[name].map((value) => ({ name, value })));
  return (
    <>
      {set.map(({ name, value }) => (
        <span
          key={`${name} ${value}`}
          className="inline-flex h-7 items-center gap-1.5 rounded-md border border-line-strong bg-raised pl-2 text-sm"
        >
          <span className="text-muted">{filterWords(name, value).name}</span>
          <span className="max-w-64 truncate font-medium">{filterWords(name, value).value}</span>
          <button
            type="button"
            aria-label={`Remove the filter ${name} ${value}`}
            onClick={() => setState({ [name]: state[name].filter((each) => each !== value) })}
            className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </span>
      ))}
      <AddFilter state={state} setState={setState} />
    </>
  );
}

const ADDABLE = ["tool", "code", "class", "effect", "release", "tenant", "unmapped"] as const;
type Addable = (typeof ADDABLE)[number] & Narrowing;

function valuesOf(name: Addable, facets: FacetsAnswer | undefined): readonly string[] {
  if (name === "class") return EVENT_CLASSES;
  if (name === "effect") return [...EFFECTS, "null"];
  if (name === "unmapped") return ["true", "false"];
  return facets?.[`${name}s`] ?? [];
}

function AddFilter({ state, setState }: Props) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState<Addable>("tool");
  const { data } = useQuery({ ...facetsQuery, enabled: open });
  const known = valuesOf(name, data);
  const isFixed = name === "class" || name === "effect" || name === "unmapped";
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get("value") ?? "").trim();
    if (value === "") return;
    setOpen(false);
    setState({ [name]: [...new Set([...state[name], value])] });
  };
  return (
    <Popover
      title="Add a filter"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" className="px-2">
          <ListFilterPlus aria-hidden />
          Filter
        </Button>
      }
    >
      <form onSubmit={add} className="flex flex-col gap-3">
        <Field label="What">
          <Select
            value={name}
            options={ADDABLE.map((value) => ({ value, label: value }))}
            onChange={({ target }) => setName(ADDABLE.find((each) => each === target.value) ?? "tool")}
          />
        </Field>
        <Field label="Is">
          {isFixed ? (
            <Select
              key={name}
              name="value"
              options={known.map((value) => ({ value, label: filterWords(name, value).value }))}
            />
          ) : (
            <Input key={name} name="value" list="known-values" autoComplete="off" maxLength={200} required />
          )}
        </Field>
        <datalist id="known-values">
          {!isFixed && known.map((value) => <option key={value} value={value} />)}
        </datalist>
        <Button type="submit" variant="primary">
          Add
        </Button>
      </form>
    </Popover>
  );
}
