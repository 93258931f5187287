import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { StatusMessage, useAction } from './use-action.tsx'

interface ExportDialogProps<Choice extends string> {
  title: string
  /** what the file contains */
  children: ReactNode
  legend: string
  /** what can be exported, the usual choice first */
  choices: Readonly<Record<Choice, string>>
  download: (choice: Choice) => Promise<void>
  onClose: () => void
}

/** Asks what a file shall contain, and downloads it. */
export function ExportDialog<Choice extends string>({ title, children, legend, choices, download, onClose }: ExportDialogProps<Choice>) {
  const names = Object.keys(choices) as Choice[]
  const [chosen, setChosen] = useState(names[0])
  const { busy, message, run } = useAction()
  const save = async () => {
    if (chosen !== undefined) await download(chosen)
    onClose()
    return { message: 'The file is saved.' }
  }
  return (
    <Dialog open title={title} onClose={onClose}>
      {children}
      <fieldset className="flex flex-col">
        <legend className="font-semibold">{legend}</legend>
        {names.map((name) => (
          <label key={name} className="flex min-h-11 items-center gap-3">
            <input type="radio" name="choice" checked={chosen === name} onChange={() => setChosen(name)} className="size-5 accent-ink" />
            {choices[name]}
          </label>
        ))}
      </fieldset>
      <StatusMessage message={message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Go back</Button>
        <Button variant="ink" aria-disabled={busy} onClick={() => run(save)}>
          {busy ? 'Preparing…' : 'Download'}
        </Button>
      </div>
    </Dialog>
  )
}
