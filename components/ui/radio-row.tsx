import { type ReactNode, useId } from "react";

type RadioRowProps = {
  /** The same for all of one choice */
  name: string;
  label: ReactNode;
  /** At the end of the row: what it comes to, or why it is out of use */
  detail?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
};

/** One of a few that stand below each other. */
export function RadioRow({ name, label, detail, checked, disabled, onChoose }: RadioRowProps) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center gap-2.5 text-sm">
      <input
        type="radio"
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <label htmlFor={id} className={disabled ? "text-faint" : "font-medium"}>
        {label}
      </label>
      {detail && <span className="ml-auto text-right text-muted text-xs">{detail}</span>}
    </div>
  );
}
