import type { ReactNode, RefObject } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** One line below the title */
  description?: ReactNode;
  /** Buttons; the one primary action last */
  actions?: ReactNode;
  /** For a page that gives its name the focus */
  titleRef?: RefObject<HTMLHeadingElement | null>;
};

/** The head of a page: its name, and what can be done. */
export function PageHeader({ title, description, actions, titleRef }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pb-4">
      <div className="min-w-0">
        <h1 ref={titleRef} tabIndex={titleRef && -1} className="font-semibold text-xl tracking-tight">
          {title}
        </h1>
        {description && <p className="text-muted text-sm">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
