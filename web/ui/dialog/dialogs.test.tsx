import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode, useState } from 'react'
import { expect, test } from 'vitest'
import { AlertDialog } from './alert-dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type Build = (onClose: () => void) => ReactNode

const dialogs: [string, Build, close: string][] = [
  [
    'dialog',
    (onClose) => (
      <Dialog open title="Keys" onClose={onClose}>
        j, k
      </Dialog>
    ),
    'Close',
  ],
  [
    'confirmation',
    (onClose) => <ConfirmDialog title="Sure?" text="" action="Yes" busy={false} onConfirm={() => {}} onClose={onClose} />,
    'Go back',
  ],
  ['alert', (onClose) => <AlertDialog open title="Sold out" text="" onClose={onClose} />, 'OK'],
]

function Opener({ build }: { build: Build }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && build(() => setOpen(false))}
    </>
  )
}

test.each(dialogs)('StrictMode keeps a %s open until it is closed', async (_, build, close) => {
  const user = userEvent.setup()
  render(
    <StrictMode>
      <Opener build={build} />
    </StrictMode>,
  )
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(document.querySelector('dialog')?.open).toBe(true)
  await user.click(screen.getByRole('button', { name: close }))
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
})
