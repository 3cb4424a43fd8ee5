// Stands around a view: a fault in it is told in its place, and the rest goes on.

import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button, Notice } from "../components";
import { asProblem, problemText, t } from "../i18n";
import styles from "./App.module.css";

interface Props {
  children: ReactNode;
  /** Another value tries again. */
  resetKey?: string;
}

export class ErrorBoundary extends Component<Props, { fault: unknown }> {
  override state: { fault: unknown } = { fault: undefined };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override componentDidCatch(fault: unknown, info: ErrorInfo) {
    console.error(fault, info.componentStack);
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.fault !== undefined) this.setState({ fault: undefined });
  }

  override render() {
    if (this.state.fault === undefined) return this.props.children;
    const { message, hint } = problemText(t, asProblem(this.state.fault));
    const again = <Button onClick={() => this.setState({ fault: undefined })}>{t("ui.common.retry")}</Button>;
    return (
      <div className={styles.fault}>
        <Notice tone="danger" live hint={hint} actions={again}>
          {message}
        </Notice>
      </div>
    );
  }
}
