import type { ReactNode } from "react";
import { cn } from "./cn";

type OutdatedProps = {
  /** `isPlaceholderData` of the query: what is shown answers another question */
  when: boolean;
  /** What is on its way, as in "Loading the last 7 d" */
  label: string;
  children: ReactNode;
};

/** Keeps an answer to the filters before in sight, so that nothing jumps, but dimmed, named as such and out of use. One within another adds nothing. */
export function Outdated({ when, label, children }: OutdatedProps) {
  return (
    <div className="relative">
      <p
        role="status"
        className={cn(
          when &&
            "pointer-events-none absolute top-0 right-0 z-10 rounded-md bg-raised px-2 py-1 text-muted text-sm in-[[inert]]:hidden",
        )}
      >
        {when && `Loading ${label} …`}
      </p>
      <div
        aria-busy={when || undefined}
        inert={when}
        className={cn(when && "opacity-40 in-[[inert]]:opacity-100")}
      >
        {children}
      </div>
    </div>
  );
}
