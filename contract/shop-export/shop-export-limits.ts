// Apart from shop-export.ts, because the screen needs no validator.

export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const
export type ExportState = (typeof exportStates)[number]
/** A deleted one stays until its parts have left the file store. */
export type StoredExportState = ExportState | 'deleted'

export const shopExportLimits = {
  /** after that a file is deleted */
  fileDays: 7,
  /** a server that has not shown for so long is taken for dead, and another one starts again */
  claimMinutes: 5,
  attempts: 5,
  /** that the list shows */
  shown: 10,
} as const

/** The version of the files that this shop writes and reads; raised when an older shop could not read them. */
export const shopFileVersion = 1

export const shopExportTexts = {
  diskFull: 'There was no space left for the file. Please make room on the disk of the server, and export again.',
  failed: 'The file could not be written. The log of the server says why.',
  interrupted: 'The server was stopped each time before the file was complete. Please export again.',
} as const
