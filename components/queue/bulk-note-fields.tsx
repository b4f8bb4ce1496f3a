"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import type { Freeze } from "./use-freeze";

/** The same note on every case. */
export function NoteFields({ form, onWhole }: { form: string; onWhole: Freeze["run"] }) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const missing = text.trim() === "";
  return (
    <form
      id={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) onWhole({ kind: "note", text: text.trim() });
      }}
    >
      <Field
        label="Note"
        hint="Among people; never sent to a runtime."
        error={tried && missing ? "Write something first." : undefined}
      >
        <Textarea rows={4} maxLength={8192} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </form>
  );
}
