"use client";

import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { baseUrl } from "@/lib/client/base-path";
import type { CreatedKey } from "@/lib/contract/keys";
import { curlForKey } from "./curl-for-key";

/** The key, this once, and the first call to make with it. */
export function CreatedKeyDialog({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const command = curlForKey(baseUrl(), created.key, created.scopes);
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title={`The key “${created.name}”`}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="flex items-start gap-2 rounded-md bg-warn-soft p-2 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Store it now, where secrets are kept. It cannot be shown again: Errata keeps only its hash.
        </p>
        <CodeBlock wrap code={created.key} label="key" className="break-all" />
        {command && (
          <div>
            <p className="pb-1 font-medium">Try it</p>
            <CodeBlock wrap code={command} label="curl command" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
