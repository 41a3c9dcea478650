import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AttemptsModule } from '#libs/rate-limit/src/attempts/attempts.js';
import { Admins } from './accounts/admins.js';
import { AdminsController } from './accounts/admins.controller.js';
import { FirstAdmin } from './accounts/first-admin.js';
import { Passwords } from './accounts/passwords.js';
import { AuditController } from './audit/audit.controller.js';
import { Audit } from './audit/audit.js';
import { AdminGuard } from './sessions/admin.guard.js';
import { FailedSignInsService } from './sessions/failed-sign-ins.service.js';
import { Sessions } from './sessions/sessions.js';
import { SignIn } from './sessions/sign-in.js';
import { SignInHook } from './sessions/sign-in.hook.js';
import { SignInThrottle } from './sessions/sign-in-throttle.js';
import { TokenController } from './sessions/token.controller.js';

/** Who may administer, how they sign in, and the record of what they did. */
@Module({
  imports: [AttemptsModule],
  controllers: [AdminsController, AuditController, TokenController],
  providers: [
    Admins,
    Audit,
    FailedSignInsService,
    FirstAdmin,
    Passwords,
    Sessions,
    SignIn,
    SignInHook,
    SignInThrottle,
    { provide: APP_GUARD, useClass: AdminGuard },
  ],
  exports: [Audit, FirstAdmin],
})
export class AdminModule {}
