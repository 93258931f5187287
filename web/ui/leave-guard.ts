import type { useBlocker } from 'react-router'

type BlockedNavigation = Extract<ReturnType<typeof useBlocker>, { state: 'blocked' }>

/** While `ask` is set, navigations wait for it: it lets them proceed or resets them. The router has one blocker, in offline-notice.tsx. */
export const leaveGuard: { ask?: ((navigation: BlockedNavigation) => void) | undefined } = {}
