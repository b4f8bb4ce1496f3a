import { CheckRow } from "@/components/ui/check-row";

type CheckGridProps<T extends string> = {
  options: readonly T[];
  /** What each option means. */
  words: Readonly<Record<T, string>>;
  chosen: readonly T[];
  /** What is ticked after the change, in the order of `options`. */
  onChange: (chosen: T[]) => void;
};

/** Tokens to tick, each with what it means. */
export function CheckGrid<T extends string>({ options, words, chosen, onChange }: CheckGridProps<T>) {
  const toggle = (option: T, on: boolean) =>
    onChange(options.filter((each) => (each === option ? on : chosen.includes(each))));
  return (
    <div className="-mx-2 grid sm:grid-cols-2">
      {options.map((option) => (
        <CheckRow
          key={option}
          label={<code>{option}</code>}
          description={words[option]}
          checked={chosen.includes(option)}
          onChange={(on) => toggle(option, on)}
        />
      ))}
    </div>
  );
}
