// Apart from shop-import.ts, because the screen needs no validator.

export const shopImportStates = ['uploading', 'checking', 'checked', 'running', 'done', 'stopped', 'failed'] as const
export type ShopImportState = (typeof shopImportStates)[number]
/** A deleted one stays until its parts have left the file store. */
export type StoredShopImportState = ShopImportState | 'deleted'

/** What an import reads, in the order in which it is saved. */
export const shopImportParts = [
  'pictures',
  'categories',
  'taxRates',
  'products',
  'collections',
  'sales',
  'offers',
  'pages',
  'settings',
  'redirects',
  'deliveryRules',
  'expenses',
  'freightAndFees',
  'customers',
  'pastOrders',
  'orders',
] as const
export type ShopImportPart = (typeof shopImportParts)[number]

/** Parts of which the administrator chooses what becomes of things that are here with other values. */
export const choiceParts = [
  'categories',
  'products',
  'collections',
  'offers',
  'pages',
  'settings',
  'redirects',
  'deliveryRules',
] as const satisfies readonly ShopImportPart[]

export const shopImportChoices = ['mine', 'theirs'] as const
export type ShopImportChoice = (typeof shopImportChoices)[number]

const gigabyte = 1024 ** 3

export const shopImportLimits = {
  fileBytes: 2 * gigabyte,
  /** in which the file is uploaded and stored */
  partBytes: 4 * 1024 * 1024,
  /** of all files when they are unpacked */
  unpackedBytes: 10 * gigabyte,
  entries: 600_000,
  /** of settings.json when it is unpacked */
  jsonBytes: 5 * 1024 * 1024,
  fileNameLength: 100,
  /** the zip file and the list of problems are deleted after that */
  fileDays: 7,
  /** a server that has not shown for so long is taken for dead, and another one continues */
  claimMinutes: 5,
  attempts: 10,
  /** that the list shows */
  shown: 5,
  /** problems that a reply names; the CSV file has all */
  shownProblems: 50,
  /** problems that are stored */
  problems: 20_000,
} as const

export const shopImportTexts = {
  tooLarge: 'The file is larger than 2 GB. Export the shop without some pictures, or ask for help with a backup.',
  empty: 'This file is empty.',
  notZip: 'This is no complete zip file. Please download the export again and choose it as it is.',
  password: 'The zip file has a password. Please remove it.',
  path: 'The zip file has a path that leads out of its folder.',
  overlap: 'Files in the zip file overlap. This is no export of a shop.',
  unpackedTooLarge: 'The files are larger than 10 GB when they are unpacked.',
  tooManyFiles: `The zip file has more than ${shopImportLimits.entries.toLocaleString('en-IN')} files.`,
  noExport: 'This zip file is no export of a shop of this software: products.csv and settings.json are missing.',
  newer: 'This export was written by a newer version of the software. Please update this shop first.',
  settings: 'settings.json cannot be read. Please use the file as it was exported.',
  columns: (file: string, names: string) => `${file} lacks the column ${names}. Please use the file as it was exported.`,
  encoding: (file: string) => `${file} cannot be read as text. Save it as "CSV UTF-8" in your spreadsheet program.`,
  table: (file: string, line: number) => `${file} cannot be read from line ${line} on: a quotation mark is missing.`,
  failed: (fault: string) => `The import could not go on. The log of the server says why under ${fault}.`,
  interrupted: 'The server was stopped too often before the import was complete. Please run it again.',
  faultOfRow: (fault: string) => `It could not be saved. The log of the server says why under ${fault}.`,
} as const
