import type { LineOutcome } from '#contract/kernel/table-file.ts'

interface DecidedLine {
  readonly outcome: LineOutcome
  readonly reason: string | null
}

interface DecidedFile<Line extends DecidedLine> {
  readonly lines: readonly Line[]
  readonly notes: string[]
  /** lines that a reply names */
  readonly maxLines: number
  /** whether a line that is not refused comes before others */
  readonly isNoted?: (line: Line) => boolean
}

/** What a reply says of the lines of a file: how many have which outcome, and the refused ones first, then those with a note. */
export function summarizeLines<Line extends DecidedLine>({ lines, notes, maxLines, isNoted = hasReason }: DecidedFile<Line>) {
  const count = (outcome: LineOutcome) => lines.filter((line) => line.outcome === outcome).length
  const rank = (line: Line) => (line.outcome === 'refused' ? 0 : isNoted(line) ? 1 : 2)
  return {
    counts: { new: count('new'), changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') },
    notes,
    lines: lines.toSorted((one, other) => rank(one) - rank(other)).slice(0, maxLines),
  }
}

const hasReason = ({ reason }: DecidedLine): boolean => reason !== null
