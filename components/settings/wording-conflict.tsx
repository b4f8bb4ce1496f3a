import { Button } from "@/components/ui/button";
import type { Wording } from "@/domain/wordings";

type WordingConflictProps = {
  /** What somebody else put there meanwhile; null: they gave it back to the default */
  theirs: Wording | null;
  busy: boolean;
  onTake: () => void;
  onOverride: () => void;
};

/** Stands where the buttons to save are, until it is decided whose words hold. */
export function WordingConflict({ theirs, busy, onTake, onOverride }: WordingConflictProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 border-warn border-l-2 pl-3 text-sm">
      <p className="font-medium">
        {theirs === null
          ? "Somebody else has reset this wording meanwhile."
          : "Somebody else has changed this wording meanwhile."}
      </p>
      {theirs !== null && (
        <dl className="flex flex-col gap-2">
          <Text name="What happened" text={theirs.sentence} />
          <Text name="Safe to promise" text={theirs.promise} />
          <Text name="Do not" text={theirs.do_not ?? "nothing"} />
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTake}>{theirs === null ? "Leave it at the default" : "Keep theirs"}</Button>
        <Button variant="primary" busy={busy} onClick={onOverride}>
          Save mine instead
        </Button>
      </div>
    </div>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="eyebrow">{name}</dt>
      <dd className="break-words">{text}</dd>
    </div>
  );
}
