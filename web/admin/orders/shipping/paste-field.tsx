import { type ChangeEvent, useRef, useState } from 'react'
import { maxLengths } from '#contract/business.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'

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

/** Lines that are pasted, or read from a CSV file. */
export function PasteField({ label, hint, placeholder, text, error, maxLength = maxLengths.pastedText, onChange }: PasteFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fileProblem, setFileProblem] = useState<string>()
  const change = (value: string) => {
    setFileProblem(undefined)
    onChange(value)
  }
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again.
    currentTarget.value = ''
    if (!file) return
    if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) return setFileProblem('This is a spreadsheet. Save it as CSV, or copy its cells.')
    if (file.size > maxLength) return setFileProblem('This file is too large. Please split it.')
    change(await file.text())
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <TextAreaField
        label={label}
        hint={hint}
        placeholder={placeholder}
        rows={8}
        spellCheck={false}
        value={text}
        error={fileProblem ?? error}
        className="w-full"
        onChange={(event) => change(event.currentTarget.value)}
      />
      <input ref={input} type="file" accept=".csv,.txt,.tsv,text/csv,text/plain" hidden aria-label="CSV file" onChange={readFile} />
      <Button onClick={() => input.current?.click()}>Choose a CSV file</Button>
    </div>
  )
}
