"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { ToastProvider } from "@/components/ui/toast";
import { queryClient } from "@/lib/client/query-client";

const TOOLTIP_DELAY_MS = 400;

/** Everything pages rely on: theme, queries, URL state, tooltips, toasts; `nonce` is the policy's of this request. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={nonce}
    >
      <CSPProvider nonce={nonce}>
        <QueryClientProvider client={queryClient()}>
          <NuqsAdapter>
            <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>
              <ToastProvider>{children}</ToastProvider>
            </Tooltip.Provider>
          </NuqsAdapter>
        </QueryClientProvider>
      </CSPProvider>
    </ThemeProvider>
  );
}
