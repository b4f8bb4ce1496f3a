import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { CommandPalette } from "./command-palette";
import { GlobalKeys } from "./global-keys";
import { Header } from "./header";
import { KeepSession } from "./keep-session";
import { KeyList } from "./key-list";
import { KeyListener } from "./key-listener";
import { MobileNav } from "./mobile-nav";
import { NavList } from "./nav-list";
import { SignedOutNotice } from "./signed-out-notice";
import { Wordmark } from "./wordmark";

/** On every page of the demo, so that nobody takes a made-up refund for a real one. */
function ExampleNote() {
  return (
    <aside aria-label="Example data">
      <p className="border-b bg-warn-soft px-3 py-1 text-warn text-xs md:px-6">
        <strong className="font-medium">Example data.</strong> A simulated support agent and its tools;
        nothing here is real.
      </p>
    </aside>
  );
}

/** Navigation on the left, header above, the page in the middle. */
export function ConsoleFrame({ example, children }: { example: boolean; children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent text-sm focus:translate-y-0"
      >
        Skip to the page
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[12rem_minmax(0,1fr)]">
        <aside className="border-r max-md:hidden">
          <div className="sticky top-0 flex flex-col gap-3 px-3">
            <Link
              href="/"
              className="-mx-3 flex h-12 items-center border-b px-5 focus-visible:-outline-offset-2"
            >
              <Wordmark />
            </Link>
            <NavList />
          </div>
        </aside>
        <div className={cn("flex min-w-0 flex-col", example && "[--note-height:1.625rem]")}>
          <Header />
          {example && <ExampleNote />}
          <SignedOutNotice />
          <main id="main" tabIndex={-1} className="w-full max-w-[160rem] flex-1 px-3 py-4 md:px-6">
            {children}
          </main>
        </div>
      </div>
      <MobileNav />
      <CommandPalette />
      <KeyList />
      <KeyListener />
      <GlobalKeys />
      <KeepSession />
    </>
  );
}
