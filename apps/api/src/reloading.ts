import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * What SIGHUP does: the certificate is read again. It ends nothing, whenever it comes; all else that
 * the environment decides takes a restart.
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
    else this.logger.log('SIGHUP reloads a certificate, and there is none. For all else, restart.');
  }
}
