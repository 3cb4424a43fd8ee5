// How many background jobs run, and the way to them; nothing while none does.

import { SquareTerminal } from "lucide-react";
import { setLayout } from "../../app/layout";
import { Button } from "../../components";
import { useT } from "../../i18n";
import { useView } from "../../session";

export function RunningJobs({ session }: { session: string }) {
  const t = useT();
  const count = useView(session, (view) => view.jobs.filter(({ end }) => end === undefined).length);
  if (count === 0) return null;
  return (
    <Button
      look="quiet"
      icon={<SquareTerminal aria-hidden size={14} />}
      title={t("ui.jobs.show")}
      onClick={() => setLayout({ panel: true, tab: "jobs" })}
    >
      {t("ui.jobs.running_count", { count })}
    </Button>
  );
}
