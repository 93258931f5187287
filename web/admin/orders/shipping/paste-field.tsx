import { type ChangeEvent, useRef, useState } from 'react'
import { maxLengths } from '#contract/kernel/business.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { describeActionError } from '../../kit/use-action.tsx'
import { useLatest } from '../../kit/use-latest.ts'

interface PasteFieldProps {
  label: string
  /** the columns */
  hint: string
  placeholder: string
  text: string
  error: string | undefined
  /** characters of a file */
  maxLength?: number
  onChange: (text: string) => void
}

/** Lines that are pasted, or read from a CSV or Excel file. */
export function PasteField({ label, hint, placeholder, text, error, maxLength = maxLengths.pastedText, onChange }: PasteFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [fileProblem, setFileProblem] = useState<string>()
  const [notes, setNotes] = useState<readonly string[]>([])
  const change = (value: string) => {
    setFileProblem(undefined)
    setNotes([])
    onChange(value)
  }
  const latestChange = useLatest(change)
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again.
    currentTarget.value = ''
    if (!file || isReading) return
    setReading(true)
    setFileProblem(undefined)
    try {
      const read = await sendForm({ route: 'POST /shipments/read-file', values: { file } })
      if (read.text.length > maxLength) return setFileProblem('This file is too large. Please divide it.')
      latestChange.current(read.text)
      setNotes(read.notes)
    } catch (failure) {
      setFileProblem(describeActionError(failure))
    } finally {
      setReading(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <TextAreaField
        label={label}
        hint={hint}
        placeholder={placeholder}
        rows={8}
        spellCheck={false}
        readOnly={isReading}
        value={text}
        error={fileProblem ?? error}
        className="w-full"
        onChange={(event) => change(event.currentTarget.value)}
      />
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.zip,text/csv,text/plain"
        hidden
        aria-label="CSV or Excel file"
        onChange={readFile}
      />
      <Button aria-disabled={isReading} onClick={() => !isReading && input.current?.click()}>
        {isReading ? 'Reading the file…' : 'Choose a CSV or Excel file'}
      </Button>
      <p role="status" className="text-sm empty:hidden">
        {notes.join(' ')}
      </p>
    </div>
  )
}
