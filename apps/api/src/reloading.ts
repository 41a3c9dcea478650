import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Reloads the certificate on SIGHUP. The signal never ends the process. All other settings require
 * a restart.
 */
export class Reloading {
  private readonly logger = new Logger(Reloading.name);
  private app: NestFastifyApplication | undefined;

  constructor() {
    process.on('SIGHUP', () => this.reload());
  }

  watchOver(app: NestFastifyApplication): void {
    this.app = app;
  }

  private reload(): void {
    if (!this.app) return;
    const { certificate } = this.app.getHttpAdapter().getInstance().sharedByServers;
    if (certificate) certificate.reload();
    else
      this.logger.log(
        'Ignored SIGHUP: it only reloads a TLS certificate, and none is configured. Restart to apply other settings.',
      );
  }
}
