import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'

/** Shows the secret of an endpoint, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [message, setMessage] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setMessage('Copied.'),
      () => setMessage('Your browser does not allow copying. Please select the secret and copy it.'),
    )
  return (
    <Dialog open title="The secret of the webhook" onClose={onClose}>
      <p>Enter it in your other program, which checks with it that events come from this shop. It is not shown again.</p>
      <code className="block rounded-control bg-sunk p-3 text-sm break-all select-all">{secret}</code>
      <p role="status" className="empty:hidden">
        {message}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Done</Button>
        <Button variant="ink" onClick={copy}>
          Copy the secret
        </Button>
      </div>
    </Dialog>
  )
}
