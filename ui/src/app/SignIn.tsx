// The browser page asks for the launch link's token or a password when the server does not know it.

import { type FormEvent, type ReactNode, useState } from "react";
import type { Problem } from "../bindings/protocol";
import { Button, Card, InlineProblem, TextField } from "../components";
import { queryClient, useAbout, useSignInNeed } from "../data";
import { host } from "../host";
import { asProblem, useT } from "../i18n";
import styles from "./SignIn.module.css";

export function SignIn({ children }: { children: ReactNode }) {
  const need = useSignInNeed((state) => state.need);
  const signIn = host().platform.signIn;
  // Asked first of all, so that nothing is shown that will not be answered.
  useAbout();
  if (need && signIn) return <SignInForm signIn={signIn} need={need} />;
  return children;
}

interface SignInFormProps {
  signIn: NonNullable<ReturnType<typeof host>["platform"]["signIn"]>;
  need: Problem;
}

function SignInForm({ signIn, need }: SignInFormProps) {
  const t = useT();
  const [secret, setSecret] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const refused = useSignInNeed((state) => state.refusedLink);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(secretOf(secret.trim(), need));
      useSignInNeed.setState({ need: undefined, refusedLink: undefined });
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
        {refused ? (
          <InlineProblem problem={refused} tone="warn" />
        ) : (
          <p className={styles.text}>{t("ui.sign_in.text")}</p>
        )}
        <form className={styles.form} onSubmit={(event) => void send(event)}>
          <TextField
            label={t("ui.sign_in.secret")}
            type="password"
            // There is nothing else here to do.
            autoFocus
            autoComplete="current-password"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
          <Button type="submit" look="primary" busy={busy} disabled={secret === ""}>
            {t("ui.sign_in.send")}
          </Button>
        </form>
        {(problem ?? (need.code !== "not_signed_in" && need)) && <InlineProblem problem={problem ?? need} />}
        {need.code !== "not_signed_in" && (
          <Button look="quiet" onClick={() => useSignInNeed.setState({ need: undefined })}>
            {t("ui.common.cancel")}
          </Button>
        )}
      </Card>
    </main>
  );
}

/** What was typed may be the whole launch link, its token, or a password. */
function secretOf(typed: string, need: Problem): { token: string } | { password: string } {
  const token = /#token=([^&\s]+)/.exec(typed)?.[1];
  if (token !== undefined) return { token: decodeURIComponent(token) };
  return need.code === "launch_token_required" || need.params?.by === "token" ? { token: typed } : { password: typed };
}
