import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { host } from "../host";
import { useT } from "../i18n";
import { IconButton } from "./IconButton";

/** Copies a text and says that it did. */
export function CopyButton({ text, label }: { text: string | (() => string); label?: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    const copying = host().platform.copyText(typeof text === "string" ? text : text());
    copying.then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const Icon = copied ? Check : Copy;
  return (
    <IconButton
      label={copied ? t("ui.common.copied") : (label ?? t("ui.common.copy"))}
      icon={<Icon aria-hidden size={14} />}
      onClick={copy}
    />
  );
}
