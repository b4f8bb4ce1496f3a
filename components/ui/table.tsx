import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { IntentLink } from "./intent-link";

type TableProps = {
  /** Names the table for readers */
  caption: string;
  showCaption?: boolean;
  /** Scrolls within a height of its own instead of with the page */
  contained?: boolean;
  /** Of so many columns that it scrolls sideways on all but the largest screens */
  wide?: boolean;
  /** For tables without links: what scrolls must scroll by keyboard too (WCAG 2.1.1) */
  focusable?: boolean;
  /** How many rows there are with the head, where only those near what is in sight are drawn */
  rowCount?: number | undefined;
  children: ReactNode;
  className?: string;
};

/** A dense table with a head that stays; scrolls sideways by itself on small screens. Wrap in `ListKeys` for j/k. */
export function Table({
  caption,
  showCaption = false,
  contained,
  wide,
  focusable,
  rowCount,
  children,
  className,
}: TableProps) {
  return (
    <div
      className={cn("relative", overflowOf({ contained, wide }), className)}
      {...(focusable && { tabIndex: 0, role: "region", "aria-label": `${caption}, table` })}
    >
      <table aria-rowcount={rowCount} className="w-full border-collapse text-sm">
        <caption className={showCaption ? "pb-2 text-left font-medium" : "sr-only"}>{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** A head stays below the page's only where the table does not scroll: in what scrolls it would be drawn over the rows. */
function overflowOf({ contained, wide }: Pick<TableProps, "contained" | "wide">): string {
  if (contained) return "max-h-72 overflow-auto";
  if (wide) return "max-2xl:scroll-hint max-2xl:overflow-x-auto 2xl:[--table-top:var(--header-height)]";
  return "max-lg:overflow-x-auto xl:[--table-top:var(--header-height)]";
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-(--table-top,0px) z-10 bg-ground">
      <tr className="border-b">{children}</tr>
    </thead>
  );
}

type CellAlign = { numeric?: boolean };

/** A column's name; `numeric` columns stand right; `sort` is the direction if the table is sorted by it. */
export function Th({
  numeric,
  sort,
  className,
  ...props
}: ComponentProps<"th"> & CellAlign & { sort?: "ascending" | "descending" }) {
  return (
    <th
      scope="col"
      aria-sort={sort}
      {...props}
      className={cn(
        "h-8 whitespace-nowrap px-2 font-medium text-muted text-xs first:pl-0 last:pr-0",
        numeric ? "text-right" : "text-left",
        className,
      )}
    />
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody>{children}</tbody>;
}

/** A row; put one `RowLink` into it and the whole row opens it. `selected` marks the current one. */
export function Tr({ selected, className, ...props }: ComponentProps<"tr"> & { selected?: boolean }) {
  return (
    <tr
      {...props}
      className={cn(
        "relative border-b transition-colors last:border-b-0 has-[[data-row-link]]:hover:bg-hover",
        selected && "bg-accent-soft",
        className,
      )}
    />
  );
}

export function Td({ numeric, className, ...props }: ComponentProps<"td"> & CellAlign) {
  return (
    <td
      {...props}
      className={cn("h-8 px-2 py-1 align-middle first:pl-0 last:pr-0", numeric && "text-right", className)}
    />
  );
}

/** The link of a row: its area covers the row, other links in it need `relative`. */
export function RowLink({ className, ...props }: ComponentProps<typeof IntentLink>) {
  return (
    <IntentLink
      {...props}
      data-row-link
      className={cn(
        // Moved to by key, a row stops clear of the head that stays above and of what floats below.
        "scroll-mt-24 scroll-mb-20 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2",
        className,
      )}
    />
  );
}
