import { type ReactNode, useId } from "react";
import { cn } from "./cn";

type CheckRowProps = {
  label: ReactNode;
  /** What ticking it means */
  description?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
};

/** A tick box with its name and what it means; the whole row is its target. */
export function CheckRow({ label, description, checked, onChange, disabled, className }: CheckRowProps) {
  const id = useId();
  return (
    <div className={cn("relative flex items-start gap-2.5 rounded-md p-2 hover:bg-hover", className)}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={description ? `${id}-description` : undefined}
        className="relative z-1 mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium text-sm after:absolute after:inset-0">
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="text-muted text-xs">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
