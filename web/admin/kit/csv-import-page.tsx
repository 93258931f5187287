import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CheckedFile, type CheckedFileProps, type FileResult } from './checked-file.tsx'
import { ListFrame } from './list-frame.tsx'
import type { Column } from './table.tsx'

interface CsvImportPageProps<Result extends FileResult> extends Omit<CheckedFileProps<Result>, 'hint' | 'columns'> {
  title: string
  tabs: ReactNode
  /** the list that the file is imported into */
  list: { to: string; label: string }
  intro: ReactNode
  maxLines: number
  /** the heading and the two lines of what a line of the file says */
  columnHead: string
  describeLine: (line: Result['lines'][number]) => readonly [main: string, further: string]
  /** choices that the check depends on: above the file */
  children?: ReactNode
  /** of these choices: another one needs another check */
  checkKey?: string
  /** below the file */
  below?: ReactNode
}

/** Imports a CSV file into a list, after a check that changes nothing. */
export function CsvImportPage<Result extends FileResult>({
  title,
  tabs,
  list,
  intro,
  maxLines,
  columnHead,
  describeLine,
  children,
  checkKey = '',
  below,
  ...file
}: CsvImportPageProps<Result>) {
  const columns: readonly Column<Result['lines'][number]>[] = [
    {
      head: columnHead,
      className: 'w-3/5 wrap-anywhere',
      cell: (line) => {
        const [main, further] = describeLine(line)
        return (
          <>
            {main} <span className="block text-soft">{further}</span>
          </>
        )
      },
    },
  ]
  return (
    <ListFrame
      title={title}
      tabs={tabs}
      aside={
        <Link to={list.to} className="link inline-flex min-h-11 items-center sm:min-h-0">
          {list.label}
        </Link>
      }
    >
      <p className="max-w-prose text-soft">{intro}</p>
      {children}
      <CheckedFile key={checkKey} hint={`Or drop it here. Up to ${maxLines.toLocaleString('en-IN')} lines.`} columns={columns} {...file} />
      {below}
    </ListFrame>
  )
}
