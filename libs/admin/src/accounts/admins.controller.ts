import { Body, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Admin } from '#libs/database/src/database.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessList } from '#libs/http/src/openapi/api-success.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { CurrentAdmin } from '../sessions/admin.guard.js';
import { AdminDto, NewAdminDto, NewPasswordDto, SessionDto } from './admin.dto.js';
import { AdminsService } from './admins.service.js';

@AdminController('admin/admins', 'Admins')
export class AdminsController {
  constructor(
    private readonly admins: AdminsService,
    private readonly sessions: SessionsService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List admins',
    description: 'All admins, including those whose accounts are disabled.',
  })
  @ApiSuccessList(AdminDto, { description: 'The admins, oldest account first.' })
  async listAdmins(): Promise<Success<AdminDto[]>> {
    return success(await this.admins.list());
  }

  @Post()
  @ApiOperation({
    summary: 'Add an admin',
    description: 'All admins have the same rights.',
  })
  @ApiSuccess(AdminDto, { status: 201, description: 'The admin can sign in.' })
  @ApiResponse({ status: 409, description: 'The email address already has an account.' })
  async addAdmin(
    @Body() admin: NewAdminDto,
    @CurrentAdmin() actor: SignedInAdmin,
  ): Promise<Success<AdminDto>> {
    return success(toDto(await this.admins.add(admin, actor)));
  }

  @Post(':id/disable')
  @ApiOperation({
    summary: 'Disable an admin’s account',
    description: 'Signs the admin out everywhere; the account can be enabled again.',
  })
  @ApiSuccess(AdminDto, { description: 'The account is disabled.' })
  @ApiResponse({ status: 409, description: 'This is the last admin who can sign in.' })
  async disableAdmin(
    @EntityId('admin') id: string,
    @CurrentAdmin() actor: SignedInAdmin,
  ): Promise<Success<AdminDto>> {
    return success(toDto(await this.admins.disable(id, actor)));
  }

  @Post(':id/enable')
  @ApiOperation({
    summary: 'Enable a disabled account',
    description: 'The admin may sign in again with the same password.',
  })
  @ApiSuccess(AdminDto, { description: 'The account is enabled.' })
  async enableAdmin(
    @EntityId('admin') id: string,
    @CurrentAdmin() actor: SignedInAdmin,
  ): Promise<Success<AdminDto>> {
    return success(toDto(await this.admins.enable(id, actor)));
  }

  @Post(':id/password')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Set an admin’s password',
    description: 'Also signs the admin out everywhere and resets the count of failed sign-ins.',
  })
  @ApiNoContentResponse({ description: 'The password is set.' })
  async resetAdminPassword(
    @EntityId('admin') id: string,
    @Body() { password }: NewPasswordDto,
    @CurrentAdmin() actor: SignedInAdmin,
  ): Promise<void> {
    await this.admins.resetPassword(id, password, actor);
  }

  @Get(':id/sessions')
  @ApiOperation({
    summary: 'List an admin’s sessions',
    description: 'Unexpired sessions, newest first.',
  })
  @ApiSuccessList(SessionDto, { description: 'The sessions; an empty list for an unknown admin.' })
  async listAdminSessions(
    @EntityId() id: string,
    @CurrentAdmin() { sessionId }: SignedInAdmin,
  ): Promise<Success<SessionDto[]>> {
    const sessions = await this.sessions.list(id);
    return success(
      sessions.map(({ id, address, createdAt, expiresAt }) => ({
        id,
        address,
        createdAt,
        expiresAt,
        current: id === sessionId,
      })),
    );
  }

  @Delete(':id/sessions')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Sign an admin out everywhere',
    description: 'Revokes all tokens of the admin.',
  })
  @ApiNoContentResponse({ description: 'All tokens are revoked.' })
  async signAdminOut(
    @EntityId('admin') id: string,
    @CurrentAdmin() actor: SignedInAdmin,
  ): Promise<void> {
    await this.admins.signOutEverywhere(id, actor);
  }
}

function toDto({ id, email, name, createdAt, disabledAt }: Admin): AdminDto {
  return { id, email, name, createdAt, disabledAt };
}
