// One row: it looks at its own item and is drawn anew only when that is another one. Its place is counted from the rows that
// the session was opened with, so that it stays the same when older ones are put before them.

import { memo } from "react";
import { useView } from "../../session";
import { CallsRow } from "./CallsRow";
import { JobRow } from "./JobRow";
import { Answer, ErrorRow, NoticeRow, Preparing, Reasoning } from "./Rows";
import { TurnFooter } from "./TurnFooter";
import { UserMessage } from "./UserMessage";

export const Row = memo(function Row({ session, place }: { session: string; place: number }) {
  const item = useView(session, (view) => view.items.get(view.before + place));
  switch (item?.kind) {
    case undefined:
      return null;
    case "user":
      return <UserMessage item={item} />;
    case "text":
      return <Answer session={session} item={item} />;
    case "reasoning":
      return <Reasoning item={item} />;
    case "preparing":
      return <Preparing item={item} />;
    case "calls":
      return <CallsRow session={session} calls={item.calls} />;
    case "job":
      return <JobRow session={session} job={item.job} news={item.news} />;
    case "notice":
      return <NoticeRow problem={item.problem} />;
    case "error":
      return <ErrorRow session={session} item={item} />;
    case "footer":
      return <TurnFooter session={session} turn={item.turn} />;
  }
});
