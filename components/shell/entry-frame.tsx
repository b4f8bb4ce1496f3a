import type { ReactNode } from "react";
import { Wordmark } from "./wordmark";

/** The frame of the pages before the console. */
export function EntryFrame({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4 pt-[14vh] pb-16">
      <Wordmark />
      <h1 className="pt-8 font-semibold text-xl tracking-tight">{title}</h1>
      <p className="pt-1 pb-6 text-muted">{text}</p>
      {children}
    </main>
  );
}
