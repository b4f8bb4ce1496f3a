import { type ReactNode, useId } from "react";
import { cn } from "./cn";

type SectionProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A titled part of a page, set off by a hairline. */
export function Section({ title, description, actions, children, className }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("min-w-0 border-t pt-3 pb-6", className)}>
      <header className="flex flex-wrap items-start justify-between gap-2 pb-3">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {description && <p className="text-muted text-sm">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
