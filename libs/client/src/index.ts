export { Directory, type DirectoryOptions } from './directory.js';
export { DirectoryError, type ErrorCode } from './directory-error.js';
export { List } from './list.js';
export { MemoryStore } from './mirror/memory-store.js';
export type { MirrorOptions, MirrorStore } from './mirror/mirror.js';
export { SqliteStore, type SqliteDatabase } from './mirror/sqlite-store.js';
export type { RequestOptions } from './requests.js';
export type * from './records.js';
