"use client";

import { Link2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy";
import { toast } from "@/components/ui/toast";
import { baseUrl } from "@/lib/client/base-path";

type CopyLinkProps = {
  /** Below the base path: `/r/err_7c1f9a` */
  path: string;
  /** "Copy short link" */
  label: string;
};

/** Copies a link to hand on. Its host is known to the browser only, so it is made when it is asked for. */
export function CopyLink({ path, label }: CopyLinkProps) {
  const copy = async () => {
    const link = baseUrl() + path;
    const done = await copyText(link);
    toast(
      done
        ? { title: "Link copied", description: link, tone: "ok" }
        : { title: "The browser refused to copy it", description: link, tone: "danger" },
    );
  };
  return (
    <Button onClick={copy}>
      <Link2 aria-hidden />
      {label}
    </Button>
  );
}
