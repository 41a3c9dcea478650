import { readFile } from 'node:fs/promises';

export interface ResidentMemory {
  /** Current resident memory in MB. */
  now: number;
  /** Peak resident memory in MB. */
  peak: number;
}

/** Reads a process's memory from /proc (proc_pid_status(5)); NaN on systems without it. */
export async function residentMemory(pid: number): Promise<ResidentMemory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
