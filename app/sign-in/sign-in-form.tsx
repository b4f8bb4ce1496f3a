"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { FormError } from "@/components/shell/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { BASE_PATH } from "@/lib/client/base-path";
import { api } from "@/lib/client/fetcher";

/** Signs in by e-mail address and password and loads the page anew; `next` is a path of this site. */
export function SignInForm({ next }: { next: string }) {
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      api("/api/auth/sign-in/email", {
        method: "POST",
        body: { email: form.get("email"), password: form.get("password"), rememberMe: true },
      }),
    onSuccess: () => window.location.assign(`${BASE_PATH}${next}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(new FormData(event.currentTarget));
  };
  return (
    // The method matters before scripts have loaded: a form that GETs would put the password into the URL.
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail address">
        <Input type="email" name="email" autoComplete="username" required />
      </Field>
      <Field label="Password">
        <Input type="password" name="password" autoComplete="current-password" required />
      </Field>
      <FormError error={signIn.error} />
      <Button type="submit" variant="primary" size="lg" busy={signIn.isPending || signIn.isSuccess}>
        {signIn.isPending || signIn.isSuccess ? "Signing in …" : "Sign in"}
      </Button>
    </form>
  );
}
