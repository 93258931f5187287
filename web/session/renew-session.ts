import { useSession } from './session.ts'

/**
 * After a 401: lets an administrator sign in again over the open screen, so that nothing that was typed or chosen is lost. Resolves to
 * whether the request can be repeated; at once to false for everybody else, and where no screen shows the dialog.
 */
export async function renewSession(): Promise<boolean> {
  if (useSession.getState().user?.role !== 'admin') return false
  const { askToSignIn } = await import('./pin-prompt.ts')
  return askToSignIn()
}
