import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '../../session/session.ts'
import type { SaveButtonProps } from './save-button.tsx'

/** Loaded only for signed-in shoppers. Without it the other parts of the page still work. */
const SaveButton = lazy<ComponentType<SaveButtonProps>>(() =>
  import('./save-button.tsx').then(
    (module) => ({ default: module.SaveButton }),
    () => ({ default: () => null }),
  ),
)

/** The heart of a product, for signed-in shoppers. */
export function LazySaveButton(props: SaveButtonProps) {
  return (
    useSession(({ user }) => user?.role === 'user') && (
      <Suspense>
        <SaveButton {...props} />
      </Suspense>
    )
  )
}
