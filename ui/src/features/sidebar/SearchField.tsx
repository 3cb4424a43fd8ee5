import { Search, X } from "lucide-react";
import { useT } from "../../i18n";
import { IconButton } from "../../components";
import styles from "./SearchField.module.css";

interface SearchFieldProps {
  query: string;
  onQuery: (query: string) => void;
}

export function SearchField({ query, onQuery }: SearchFieldProps) {
  const t = useT();
  return (
    <div className={styles.field}>
      <Search aria-hidden size={14} className={styles.icon} />
      <input
        type="search"
        aria-label={t("ui.sidebar.search")}
        placeholder={t("ui.sidebar.search")}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || query === "") return;
          event.preventDefault();
          onQuery("");
        }}
      />
      {query !== "" && (
        <IconButton
          label={t("ui.sidebar.search_clear")}
          icon={<X aria-hidden size={14} />}
          onClick={() => onQuery("")}
        />
      )}
    </div>
  );
}
