"use client";

import { ErrorState } from "@/components/ui/error-state";
import "./globals.css";

/** The last resort, when even the frame could not be drawn. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto max-w-xl px-4 py-16">
          <ErrorState
            title="Errata could not be drawn"
            message="Something failed that was not thought of."
            reference={error.digest ?? null}
            onRetry={reset}
          />
        </main>
      </body>
    </html>
  );
}
