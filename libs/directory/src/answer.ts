/** What is sent for a read of the directory, ready to be sent again. */
export interface Answer {
  /** Of `DirectoryVersion`. */
  version: string;
  status: 200 | 308;
  /** Among them ETag, Cache-Control and Vary, which go with a 304 as well (RFC 9110, section 15.4.5). */
  headers: { ETag: string } & Record<string, string>;
  /** In the content coding that the headers tell. */
  bytes: Buffer;
  /** When the same address asks for something else, because it asks for what is so "now". */
  until?: Date;
}
