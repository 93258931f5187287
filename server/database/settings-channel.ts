/** Processes that keep settings listen to this channel of the database. */
export const settingsChannel = 'settings_changed'
