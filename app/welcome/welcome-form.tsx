"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { FormError } from "@/components/shell/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ApiError } from "@/lib/client/api-error";
import { BASE_PATH } from "@/lib/client/base-path";
import { api } from "@/lib/client/fetcher";
import type { Welcome } from "@/lib/contract/people";

const PASSWORD_MIN = 10;

type WelcomeFormProps = {
  token: string;
  /** Known for those who were invited; the first admin gives both */
  name?: string;
  email?: string;
};

/** Sets name and password by a one-time link; the answer signs in, so the console opens next. */
export function WelcomeForm({ token, name, email }: WelcomeFormProps) {
  const accept = useMutation({
    mutationFn: (body: Welcome) => api("/api/v1/welcome", { method: "POST", body }),
    onSuccess: () => window.location.replace(`${BASE_PATH}/`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    accept.mutate({
      token,
      name: String(form.get("name")),
      ...(email === undefined && { email: String(form.get("email")) }),
      password: String(form.get("password")),
    });
  };
  const wrong = wrongField(accept.error);
  return (
    // The method matters before scripts have loaded: a form that GETs would put the password into the URL.
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Your name" error={wrong.name}>
        <Input name="name" autoComplete="name" required maxLength={100} defaultValue={name} />
      </Field>
      {email === undefined ? (
        <Field label="E-mail address" error={wrong.email}>
          <Input type="email" name="email" autoComplete="username" required maxLength={254} />
        </Field>
      ) : (
        <input type="hidden" autoComplete="username" value={email} readOnly />
      )}
      <Field
        label="Password"
        hint={`At least ${PASSWORD_MIN} characters; length is what makes it strong.`}
        error={wrong.password}
      >
        <Input
          type="password"
          name="password"
          autoComplete="new-password"
          required
          minLength={PASSWORD_MIN}
          maxLength={128}
        />
      </Field>
      {Object.keys(wrong).length === 0 && <FormError error={accept.error} />}
      <Button type="submit" variant="primary" size="lg" busy={accept.isPending || accept.isSuccess}>
        {accept.isPending || accept.isSuccess ? "Opening …" : "Open the console"}
      </Button>
    </form>
  );
}

const FIELDS = ["name", "email", "password"] as const;

/** A refusal that names one of the form's fields is said beside it. */
function wrongField(error: unknown): Partial<Record<(typeof FIELDS)[number], string>> {
  if (!(error instanceof ApiError)) return {};
  const field = FIELDS.find((each) => each === error.problem.field);
  return field === undefined ? {} : { [field]: error.problem.message };
}
