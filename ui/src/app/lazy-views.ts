// The views of other areas, each loaded when it is first shown.

import { lazy } from "react";

export const Sidebar = lazy(() => import("../features/sidebar/Sidebar"));
export const Settings = lazy(() => import("../features/settings/Settings"));
export const ChangesPanel = lazy(() => import("../features/changes/ChangesPanel"));
export const PermissionsPanel = lazy(() => import("../features/permissions/PermissionsPanel"));
export const ContextPanel = lazy(() => import("../features/context/ContextPanel"));
export const Onboarding = lazy(() => import("../features/onboarding/Onboarding"));
export const Palette = lazy(() => import("../features/palette/Palette"));
export const JobsPanel = lazy(() => import("../features/jobs/JobsPanel"));
export const TodosPanel = lazy(() => import("../features/todos/TodosPanel"));
