// The browser page asks for the launch link's token or a password when the server does not know it.

import { type FormEvent, type ReactNode, useState } from "react";
import type { Problem } from "../bindings/protocol";
import { Button, Card, InlineProblem, TextField } from "../components";
import { queryClient, useAbout } from "../data";
import { host } from "../host";
import { asProblem, useT } from "../i18n";
import styles from "./SignIn.module.css";

export function SignIn({ children }: { children: ReactNode }) {
  const about = useAbout();
  const signIn = host().platform.signIn;
  if (about.error?.code === "not_signed_in" && signIn) return <SignInForm signIn={signIn} />;
  return children;
}

function SignInForm({ signIn }: { signIn: NonNullable<ReturnType<typeof host>["platform"]["signIn"]> }) {
  const t = useT();
  const [secret, setSecret] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      // A launch link's token may be pasted in place of a password.
      const token = /#token=([^&\s]+)/.exec(secret)?.[1];
      await signIn(token === undefined ? { password: secret } : { token: decodeURIComponent(token) });
      await queryClient.invalidateQueries();
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <Card className={styles.card}>
        <h1 className={styles.title}>{t("ui.sign_in.title")}</h1>
        <p className={styles.text}>{t("ui.sign_in.text")}</p>
        <form className={styles.form} onSubmit={(event) => void send(event)}>
          <TextField
            label={t("ui.sign_in.secret")}
            type="password"
            autoComplete="current-password"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
          <Button type="submit" look="primary" busy={busy} disabled={secret === ""}>
            {t("ui.sign_in.send")}
          </Button>
        </form>
        {problem && <InlineProblem problem={problem} />}
      </Card>
    </main>
  );
}
