import { create } from 'zustand'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'

interface SavedProducts {
  /** whose they are; undefined until they are requested */
  readonly userId: string | undefined
  readonly ids: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** The ids of the products that the signed-in shopper has saved, for the hearts. */
export const useSavedProducts = create<SavedProducts>(() => ({ userId: undefined, ids: none }))

/** After a reply with all saved products. */
export function setSavedProducts(ids: readonly string[]): void {
  useSavedProducts.setState({ userId: useSession.getState().user?._id, ids: new Set(ids) })
}

/** Before or after one product was saved or removed. */
export function setSaved({ id, isSaved }: { id: string; isSaved: boolean }): void {
  useSavedProducts.setState(({ ids }) => ({ ids: new Set(isSaved ? [...ids, id] : [...ids].filter((saved) => saved !== id)) }))
}

/** Loads the saved products of this user unless they are known. Never throws: the hearts are empty then. */
export async function loadSavedProducts(userId: string): Promise<void> {
  if (useSavedProducts.getState().userId === userId) return
  useSavedProducts.setState({ userId, ids: none })
  // Not `callSignedIn`: a heart must not redirect to the login screen.
  const reply = await call('GET /cart/saved', {}).catch(() => undefined)
  if (useSavedProducts.getState().userId !== userId) return
  if (reply === undefined) useSavedProducts.setState({ userId: undefined })
  // A heart may have been pressed meanwhile.
  else useSavedProducts.setState(({ ids }) => ({ ids: new Set([...ids, ...reply.items.map(({ product }) => product._id)]) }))
}
