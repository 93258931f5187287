import { useState } from 'react'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../kit/use-action.tsx'

interface DemoProductsProps {
  count: number
  onRemoved: () => void
}

/** Says that the shop has demo products, and removes all of them after a confirmation. */
export function DemoProducts({ count, onRemoved }: DemoProductsProps) {
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-4">
      <p className="text-sm text-soft">
        {count === 1 ? '1 product is' : `${count} products are`} from the demo. A demo product that you change is one of your own.
      </p>
      <RemoveDemoProducts count={count} onRemoved={onRemoved} />
    </div>
  )
}

/** A button that removes the demo products after a confirmation. */
export function RemoveDemoProducts({ count, onRemoved }: DemoProductsProps) {
  const [isAsking, setAsking] = useState(false)
  const { busy, message, run } = useAction()
  const remove = () =>
    run(
      () => callSignedIn('POST /products/admin/demo/remove', {}),
      (reply) => {
        setAsking(false)
        showToast({ text: reply.message })
        onRemoved()
      },
    )
  return (
    <>
      <Button className="text-sm" onClick={() => setAsking(true)}>
        Remove the demo products
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={count === 1 ? 'Remove 1 demo product?' : `Remove ${count} demo products?`}
          text="They leave the shop at once, with the demo collections. Products with orders are archived, the others are deleted and do not come back. Products that you have changed stay."
          action="Remove"
          busy={busy}
          error={message?.isError ? message.text : undefined}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
