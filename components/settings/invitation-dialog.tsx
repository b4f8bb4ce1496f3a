"use client";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import type { InvitedPerson } from "@/lib/contract/people";

/** The one-time link, for the admin to hand over: there is no mail server, and it is shown only now. */
export function InvitationDialog({ invited, onClose }: { invited: InvitedPerson; onClose: () => void }) {
  const { person, welcome_url } = invited;
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title={`A link for ${person.name}`}
      description={person.email}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          Send it by a way you trust: whoever opens it sets the password. It works once, it is shown only now,
          and any older link is void.
        </p>
        <CodeBlock wrap code={welcome_url} label="one-time link" className="break-all" />
      </div>
    </Dialog>
  );
}
