"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { PageFailure } from "@/components/shell/page-failure";
import { cn } from "@/components/ui/cn";
import "./globals.css";

/** The last resort, when even the frame could not be drawn; it knows no theme but the system's. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const dark = typeof window !== "undefined" && window.matchMedia("(prefers-color-scheme: dark)").matches;
  return (
    <html
      lang="en"
      className={cn(GeistSans.variable, GeistMono.variable, dark && "dark")}
      suppressHydrationWarning
    >
      <body>
        <title>Errata could not be drawn</title>
        <main className="mx-auto max-w-xl px-4 py-16">
          <PageFailure
            title="Errata could not be drawn"
            message="Something failed that was not thought of."
            error={error}
            retry={retry}
          />
        </main>
      </body>
    </html>
  );
}
