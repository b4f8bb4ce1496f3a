import type { ReactNode } from "react";
import { ConsoleFrame } from "@/components/shell/console-frame";
import { ClockProvider } from "@/components/ui/time";
import { SessionProvider } from "@/lib/client/session";
import { requirePageSession } from "@/lib/http/page-session";

/** Everything behind the sign-in: who looks, in which zone, and the frame around the page. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await requirePageSession();
  return (
    <SessionProvider session={session}>
      <ClockProvider zone={session.zone} renderedAtMs={Date.now()}>
        <ConsoleFrame example={session.example}>{children}</ConsoleFrame>
      </ClockProvider>
    </SessionProvider>
  );
}
