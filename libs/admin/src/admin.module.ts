import { Module } from '@nestjs/common';
import { MailModule } from '#libs/mail/src/mail.module.js';
import { AttemptsModule } from '#libs/rate-limit/src/attempts/attempts.js';
import { AdminsRepository } from './accounts/admins.repository.js';
import { AdminsService } from './accounts/admins.service.js';
import { AdminsController } from './accounts/admins.controller.js';
import { FirstAdminPasswordService } from './accounts/first-admin-password.service.js';
import { FirstAdminService } from './accounts/first-admin.service.js';
import { PasswordsService } from './accounts/passwords.service.js';
import { AuditEntriesService } from './audit/audit-entries.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditService } from './audit/audit.service.js';
import { AdminNoticesService } from './notices/admin-notices.service.js';
import { FailedSignInsService } from './sessions/failed-sign-ins.service.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sessions/sign-in.service.js';
import { SignInThrottle } from './sessions/sign-in-throttle.js';
import { TokenController } from './sessions/token.controller.js';

/** Admin accounts, sign-in, sessions, email notices and the audit log. */
@Module({
  imports: [AttemptsModule, MailModule],
  controllers: [AdminsController, AuditController, TokenController],
  providers: [
    AdminNoticesService,
    AdminsRepository,
    AdminsService,
    AuditEntriesService,
    AuditRepository,
    AuditService,
    FailedSignInsService,
    FirstAdminPasswordService,
    FirstAdminService,
    PasswordsService,
    SessionsRepository,
    SessionsService,
    SignInService,
    SignInThrottle,
  ],
  exports: [AdminNoticesService, AuditService, FirstAdminService, SessionsService],
})
export class AdminModule {}
