"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { fieldErrors } from "@/lib/client/field-errors";
import { changePassword, ownSessionsQuery } from "@/lib/client/profile";
import { useSession } from "@/lib/client/session";
import { SettingsForm } from "./settings-form";

const LEAST = 10;

/** Another password; asks for the current one, so that an open browser is not enough. */
export function PasswordForm() {
  const { email } = useSession();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => changePassword({ currentPassword: current, newPassword: next }),
    onSuccess: () => {
      setCurrent("");
      setNext("");
      client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
      toast({
        title: "Your password is changed",
        description: "All other sessions have ended.",
        tone: "ok",
      });
    },
  });
  const errors = fieldErrors(change.error);
  return (
    <SettingsForm
      error={change.error}
      fields={["currentPassword", "newPassword"]}
      onSubmit={() => change.mutate()}
      className="max-w-md"
    >
      {/* Password managers file the new one under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword}>
        <Input
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field
        label="New password"
        hint={`At least ${LEAST} characters. Length is what makes it strong.`}
        error={errors.newPassword}
      >
        <Input
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" busy={change.isPending} disabled={current === "" || next.length < LEAST}>
          Change password
        </Button>
      </div>
    </SettingsForm>
  );
}
