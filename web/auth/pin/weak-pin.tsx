import { isWeakPin } from '#contract/accounts/weak-pins.ts'
import { pinLength } from '#contract/kernel/limits/account-limits.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

const advice = 'Avoid sequences such as 1234, years and your name.'

interface TypedPin {
  readonly pin: string
  /** of the account, as far as it is typed */
  readonly name: string
}

/** Whether a new PIN could be saved, but would be easy to guess. */
export const isTypedPinWeak = ({ pin, name }: TypedPin): boolean => pin.length >= pinLength.min && isWeakPin({ pin, name })

/** Says below the field, while a new PIN is typed, that it is easy to guess. `isSignIn`: it may also be the PIN of an account. */
export function WeakPinNotice({ isSignIn = false, ...typed }: TypedPin & { isSignIn?: boolean }) {
  return (
    <p role="status" className="-mt-3 text-sm font-medium text-indigo empty:hidden">
      {isTypedPinWeak(typed) && `${isSignIn ? 'If you are new here: this' : 'This'} PIN is easy to guess. ${advice}`}
    </p>
  )
}

/** Asks before a PIN that is easy to guess is saved and all other devices are signed out. */
export function WeakPinQuestion({ onAccept, onClose }: { onAccept: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Use this PIN?"
      text={`It is easy to guess. ${advice}`}
      action="Use it anyway"
      busy={false}
      onConfirm={onAccept}
      onClose={onClose}
    />
  )
}
